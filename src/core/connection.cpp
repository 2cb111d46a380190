#include "core/connection.h"

namespace azfiles {

std::string_view to_string(TcpState state) {
    switch (state) {
        case TcpState::established:
            return "established";
        case TcpState::syn_sent:
            return "syn-sent";
        case TcpState::fin_wait1:
            return "fin-wait-1";
        case TcpState::fin_wait2:
            return "fin-wait-2";
        case TcpState::close_wait:
            return "close-wait";
        case TcpState::last_ack:
            return "last-ack";
        case TcpState::closing:
            return "closing";
    }
    return "unknown";
}

}  // namespace azfiles
