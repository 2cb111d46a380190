#pragma once

#include "base/deadline.h"
