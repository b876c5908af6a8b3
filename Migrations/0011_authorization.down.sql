-- Takes away what apps asked for, codes and sessions: whoever is signed in no longer is. What was
-- decided stays. This cannot be undone.
--
-- Locks: the tables exclusively; stop the server first.

DROP TABLE sessions, access_codes, authorization_requests;
