-- The time step of the last code that was accepted of an authenticator app: a code counts once (RFC 6238, section 5.2).
alter table auth.mfa_factors add column last_totp_step integer;
