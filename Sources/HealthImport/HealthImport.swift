// HealthImport
