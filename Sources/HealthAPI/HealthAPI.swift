// HealthAPI
