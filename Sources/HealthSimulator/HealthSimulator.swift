// HealthSimulator
