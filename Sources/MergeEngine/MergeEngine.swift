// MergeEngine
