// A 128-bit integer, for products that leave 64 bits. Both compilers have it; ISO C++ does not.
#pragma once

namespace headroom {

__extension__ using Int128 = __int128;

}  // namespace headroom
