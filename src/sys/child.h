#pragma once

#include "base/child.h"
