// HealthStore
