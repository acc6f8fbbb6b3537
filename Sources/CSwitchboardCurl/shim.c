#include "CSwitchboardCurl.h"
