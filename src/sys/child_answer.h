#pragma once

#include "base/child_answer.h"
