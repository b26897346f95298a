// SwiftPM builds no target without a source file; the functions stand in the header.
#include "CTremaAtomics.h"
