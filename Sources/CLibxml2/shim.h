#pragma once
#include <libxml/xmlversion.h>
// Debian's headers bring in ICU's, which clash with those inside of Foundation. All they are for is
// the last members of xmlCharEncodingHandler, which nothing here touches.
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/SAX2.h>
