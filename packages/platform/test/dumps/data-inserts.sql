SET session_replication_role = replica;

--
-- PostgreSQL database dump
--

\restrict AblYgxn93hbpIlgEh5uddSVAuug7pwqESJq9MwdehmE3PhBLQjlqo1FMXa2xKo7

-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Data for Name: audit_log_entries; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."audit_log_entries" ("instance_id", "id", "payload", "created_at", "ip_address") VALUES
	(NULL, 'e193cb5e-8624-4766-ab6b-51b8795995d2', '{"action":"login"}', '2026-11-23 04:24:35.005429+00', '');


--
-- Data for Name: flow_state; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."flow_state" ("id", "user_id", "auth_code", "invite_token", "referrer") VALUES
	('e193cb5e-8624-4766-ab6b-51b8795995d2', NULL, 'code', NULL, NULL);


--
-- Data for Name: users; Type: TABLE DATA; Schema: auth; Owner: supabase_auth_admin
--

INSERT INTO "auth"."users" ("instance_id", "id", "aud", "role", "email", "encrypted_password", "email_confirmed_at", "invited_at", "confirmation_token", "confirmation_sent_at", "recovery_token", "recovery_sent_at", "email_change_token_new", "email_change", "email_change_sent_at", "last_sign_in_at", "raw_app_meta_data", "raw_user_meta_data", "is_super_admin", "created_at", "updated_at", "phone", "phone_confirmed_at", "phone_change", "phone_change_token", "phone_change_sent_at", "email_change_token_current", "email_change_confirm_status", "banned_until", "reauthentication_token", "reauthentication_sent_at", "is_sso_user", "deleted_at", "is_anonymous") VALUES
	('00000000-0000-0000-0000-000000000000', '142b2b8c-2016-4763-900d-e0196b53bde4', 'authenticated', 'authenticated', 'asel@example.com', '$2a$06$08X.D5sv9tC7WTdBV5DADer9b6ZFiklFTiVgYf98hDa0OBOHJFR/m', '2026-11-23 04:24:35.006118+00', NULL, '', NULL, 'pkce_of-hosted', NULL, '', '', NULL, NULL, '{"provider": "email", "providers": ["email"]}', '{"name": "Асель \"Ася\" \\ Нур"}', NULL, '2026-11-23 04:24:35.006118+00', '2026-11-23 04:24:35.006118+00', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false),
	('00000000-0000-0000-0000-000000000000', 'b8511f90-2d66-44d0-844c-ed10ae495e50', 'authenticated', 'authenticated', 'dana@example.com', '$argon2id$v=19$m=65536$abc', '2026-11-23 04:24:35.006118+00', NULL, '', NULL, '', NULL, '', '', NULL, NULL, '{"provider": "email", "providers": ["email"]}', '{}', NULL, '2026-11-23 04:24:35.006118+00', '2026-11-23 04:24:35.006118+00', NULL, NULL, '', '', NULL, '', 0, NULL, '', NULL, false, NULL, false);


--
-- Data for Name: identities; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."identities" ("provider_id", "user_id", "identity_data", "provider", "last_sign_in_at", "created_at", "updated_at", "id") VALUES
	('142b2b8c-2016-4763-900d-e0196b53bde4', '142b2b8c-2016-4763-900d-e0196b53bde4', '{"sub": "142b2b8c-2016-4763-900d-e0196b53bde4", "email": "asel@example.com"}', 'email', NULL, '2026-11-23 04:24:35.01192+00', '2026-11-23 04:24:35.01192+00', '661e7625-3515-474e-8888-f2f32e945d36'),
	('b8511f90-2d66-44d0-844c-ed10ae495e50', 'b8511f90-2d66-44d0-844c-ed10ae495e50', '{"sub": "b8511f90-2d66-44d0-844c-ed10ae495e50", "email": "dana@example.com"}', 'email', NULL, '2026-11-23 04:24:35.01192+00', '2026-11-23 04:24:35.01192+00', '5e8030c1-746b-4ee1-8715-e392e9a28ff3');


--
-- Data for Name: mfa_factors; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."mfa_factors" ("id", "user_id", "friendly_name", "factor_type", "status", "created_at", "updated_at", "secret", "phone", "last_challenged_at", "web_authn_credential", "web_authn_aaguid", "last_webauthn_challenge_data") VALUES
	('5c2b372e-3d02-4f16-9a0b-4bc9491d1d31', '142b2b8c-2016-4763-900d-e0196b53bde4', 'Телефон', 'totp', 'verified', '2026-11-23 04:24:35.022569+00', '2026-11-23 04:24:35.022569+00', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', NULL, NULL, NULL, NULL, NULL),
	('6c2b372e-3d02-4f16-9a0b-4bc9491d1d31', 'b8511f90-2d66-44d0-844c-ed10ae495e50', 'Sealed', 'totp', 'verified', '2026-11-23 04:24:35.022569+00', '2026-11-23 04:24:35.022569+00', '{"key_id":"x"}', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: refresh_tokens; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."refresh_tokens" ("instance_id", "id", "token", "user_id", "revoked", "session_id") VALUES
	(NULL, 1, '75uarwkposhh', '142b2b8c-2016-4763-900d-e0196b53bde4', NULL, 'aecaf25a-aea8-4541-bbca-f044aa023d17');


--
-- Data for Name: sessions; Type: TABLE DATA; Schema: auth; Owner: postgres
--

INSERT INTO "auth"."sessions" ("id", "user_id", "created_at", "aal", "oauth_client_id", "refresh_token_hmac_key", "scopes") VALUES
	('aecaf25a-aea8-4541-bbca-f044aa023d17', '142b2b8c-2016-4763-900d-e0196b53bde4', '2026-11-23 04:24:35.01927+00', 'aal1', NULL, NULL, NULL);


--
-- Data for Name: profiles; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."profiles" ("id", "name", "seen") VALUES
	('142b2b8c-2016-4763-900d-e0196b53bde4', 'Асель', '2026-11-23 04:24:35.023645+00');


--
-- Data for Name: notes; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."notes" ("id", "author", "Заголовок", "body", "mood", "tags", "facts", "price", "token", "raw") OVERRIDING SYSTEM VALUE VALUES
	(1, '142b2b8c-2016-4763-900d-e0196b53bde4', 'Первая; -- не комментарий', 'строка	с табом
и ''кавычкой'' \ $$ $1', 'so; so', '{"a,b","c\"d"}', '{"k": ["ж", 1.50]}', 12.50, 'da782b23-39d2-4c7f-81da-419d373567d2', '\xdeadbeef'),
	(2, NULL, 'Без автора', NULL, NULL, NULL, NULL, NULL, '97a76530-f65f-4ca6-b632-cc0fb078dcdc', NULL);


--
-- Data for Name: pairs; Type: TABLE DATA; Schema: public; Owner: postgres
--

INSERT INTO "public"."pairs" ("id", "other") VALUES
	(1, 2),
	(2, 1),
	(3, NULL);


--
-- Data for Name: buckets; Type: TABLE DATA; Schema: storage; Owner: postgres
--

INSERT INTO "storage"."buckets" ("id", "name", "owner", "created_at", "updated_at", "public", "avif_autodetection", "file_size_limit", "allowed_mime_types", "owner_id", "type") VALUES
	('avatars', 'avatars', NULL, '2026-11-23 04:24:35.022951+00', '2026-11-23 04:24:35.022951+00', true, false, NULL, '{image/png}', NULL, 'STANDARD');


--
-- Data for Name: objects; Type: TABLE DATA; Schema: storage; Owner: postgres
--

INSERT INTO "storage"."objects" ("id", "bucket_id", "name", "owner", "created_at", "updated_at", "last_accessed_at", "metadata", "version", "owner_id", "user_metadata", "level") VALUES
	('b09a397b-3060-4bac-b8fa-6cec22d35a12', 'avatars', 'a/asel.png', NULL, '2026-11-23 04:24:35.023263+00', '2026-11-23 04:24:35.023263+00', '2026-11-23 04:24:35.023263+00', '{"size": 3, "mimetype": "image/png"}', '8991c86d-b660-464e-97e6-88076aa26045', NULL, NULL, NULL);


--
-- Data for Name: s3_multipart_uploads; Type: TABLE DATA; Schema: storage; Owner: postgres
--



--
-- Name: refresh_tokens_id_seq; Type: SEQUENCE SET; Schema: auth; Owner: postgres
--

SELECT pg_catalog.setval('"auth"."refresh_tokens_id_seq"', 1, true);


--
-- Name: notes_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('"public"."notes_id_seq"', 2, true);


--
-- Name: pairs_id_seq; Type: SEQUENCE SET; Schema: public; Owner: postgres
--

SELECT pg_catalog.setval('"public"."pairs_id_seq"', 3, true);


--
-- PostgreSQL database dump complete
--

\unrestrict AblYgxn93hbpIlgEh5uddSVAuug7pwqESJq9MwdehmE3PhBLQjlqo1FMXa2xKo7

RESET ALL;
