-- Takes away all webhooks with their state and log: nobody is told of changes any more. This
-- cannot be undone.
--
-- Locks: the tables exclusively; stop the server first.

DROP TABLE webhook_deliveries;

DROP TABLE webhook_users;

DROP TABLE webhooks;
