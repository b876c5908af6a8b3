#if !canImport(HealthKit)
// HealthKit exports Foundation: a file that imports nothing else knows Date and NSPredicate.
@_exported public import Foundation
#endif
