// HealthService
