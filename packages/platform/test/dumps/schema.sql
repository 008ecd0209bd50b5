
\restrict 5gzcJl9l9gfYoJlOgao1LG14DlXnupSPSNAxYc4csaR0yJTP0iyj1LGNQPgfiJL


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


COMMENT ON SCHEMA "public" IS 'standard public schema';



CREATE EXTENSION IF NOT EXISTS "pg_net" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pgsodium";






CREATE EXTENSION IF NOT EXISTS "pg_graphql" WITH SCHEMA "graphql";






CREATE EXTENSION IF NOT EXISTS "supabase_vault" WITH SCHEMA "vault";






CREATE EXTENSION IF NOT EXISTS "citext" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pg_stat_statements" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "pgcrypto" WITH SCHEMA "extensions";






CREATE EXTENSION IF NOT EXISTS "uuid-ossp" WITH SCHEMA "extensions";






CREATE TYPE "public"."mood" AS ENUM (
    'calm',
    'so; so'
);


ALTER TYPE "public"."mood" OWNER TO "postgres";


CREATE DOMAIN "public"."short_text" AS "text"
	CONSTRAINT "short_text_check" CHECK (("length"(VALUE) < 200));


ALTER DOMAIN "public"."short_text" OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."handle_new_user"() RETURNS "trigger"
    LANGUAGE "plpgsql" SECURITY DEFINER
    SET "search_path" TO ''
    AS $$
begin
  -- a comment; with a semicolon
  insert into public.profiles (id, name) values (new.id, new.email) on conflict do nothing;
  perform net.http_post('https://example.com');
  return new;
end;
$$;


ALTER FUNCTION "public"."handle_new_user"() OWNER TO "postgres";

SET default_tablespace = '';

SET default_table_access_method = "heap";


CREATE TABLE IF NOT EXISTS "public"."notes" (
    "id" bigint NOT NULL,
    "author" "uuid",
    "Заголовок" "public"."short_text" NOT NULL,
    "body" "text",
    "mood" "public"."mood" DEFAULT 'calm'::"public"."mood",
    "tags" "text"[] DEFAULT '{}'::"text"[],
    "facts" "jsonb" DEFAULT '{}'::"jsonb",
    "price" numeric(10,2),
    "token" "uuid" DEFAULT "extensions"."uuid_generate_v4"(),
    "raw" "bytea",
    "length" integer GENERATED ALWAYS AS ("length"("body")) STORED
);


ALTER TABLE "public"."notes" OWNER TO "postgres";


COMMENT ON TABLE "public"."notes" IS 'What people write; it''s "theirs"';



CREATE OR REPLACE FUNCTION "public"."price_of"("p_id" bigint) RETURNS numeric
    LANGUAGE "sql" STABLE
    BEGIN ATOMIC
 SELECT
         CASE
             WHEN ("n"."price" > (0)::numeric) THEN "n"."price"
             ELSE (0)::numeric
         END AS "case"
    FROM "public"."notes" "n"
   WHERE ("n"."id" = "price_of"."p_id");
END;


ALTER FUNCTION "public"."price_of"("p_id" bigint) OWNER TO "postgres";


CREATE OR REPLACE FUNCTION "public"."tell"() RETURNS "trigger"
    LANGUAGE "plpgsql"
    AS $_$ begin new.body := coalesce(new.body, 'по триггеру; $1'); return new; end $_$;


ALTER FUNCTION "public"."tell"() OWNER TO "postgres";


CREATE MATERIALIZED VIEW "public"."counted" AS
 SELECT "count"(*) AS "n"
   FROM "public"."notes"
  WITH NO DATA;


ALTER TABLE "public"."counted" OWNER TO "postgres";


ALTER TABLE "public"."notes" ALTER COLUMN "id" ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME "public"."notes_id_seq"
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);



CREATE TABLE IF NOT EXISTS "public"."pairs" (
    "id" integer NOT NULL,
    "other" integer
);


ALTER TABLE "public"."pairs" OWNER TO "postgres";


CREATE SEQUENCE IF NOT EXISTS "public"."pairs_id_seq"
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


ALTER TABLE "public"."pairs_id_seq" OWNER TO "postgres";


ALTER SEQUENCE "public"."pairs_id_seq" OWNED BY "public"."pairs"."id";



CREATE TABLE IF NOT EXISTS "public"."profiles" (
    "id" "uuid" NOT NULL,
    "name" "extensions"."citext",
    "seen" timestamp with time zone DEFAULT "now"()
);


ALTER TABLE "public"."profiles" OWNER TO "postgres";


CREATE OR REPLACE VIEW "public"."titles" WITH ("security_invoker"='true') AS
 SELECT "notes"."Заголовок"
   FROM "public"."notes";


ALTER TABLE "public"."titles" OWNER TO "postgres";


ALTER TABLE ONLY "public"."pairs" ALTER COLUMN "id" SET DEFAULT "nextval"('"public"."pairs_id_seq"'::"regclass");



ALTER TABLE ONLY "public"."notes"
    ADD CONSTRAINT "notes_pkey" PRIMARY KEY ("id");



ALTER TABLE ONLY "public"."pairs"
    ADD CONSTRAINT "pairs_pkey" PRIMARY KEY ("id");



ALTER TABLE ONLY "public"."profiles"
    ADD CONSTRAINT "profiles_name_key" UNIQUE ("name");



ALTER TABLE ONLY "public"."profiles"
    ADD CONSTRAINT "profiles_pkey" PRIMARY KEY ("id");



CREATE INDEX "notes_tags_idx" ON "public"."notes" USING "gin" ("tags");



CREATE OR REPLACE TRIGGER "tell" BEFORE INSERT ON "public"."notes" FOR EACH ROW EXECUTE FUNCTION "public"."tell"();



ALTER TABLE ONLY "public"."notes"
    ADD CONSTRAINT "notes_author_fkey" FOREIGN KEY ("author") REFERENCES "public"."profiles"("id") ON DELETE CASCADE;



ALTER TABLE ONLY "public"."pairs"
    ADD CONSTRAINT "pairs_other_fkey" FOREIGN KEY ("other") REFERENCES "public"."pairs"("id") DEFERRABLE INITIALLY DEFERRED;



ALTER TABLE ONLY "public"."profiles"
    ADD CONSTRAINT "profiles_id_fkey" FOREIGN KEY ("id") REFERENCES "auth"."users"("id") ON DELETE CASCADE;



CREATE POLICY "Own notes; only" ON "public"."notes" FOR SELECT TO "authenticated" USING (("auth"."uid"() = "author"));



ALTER TABLE "public"."notes" ENABLE ROW LEVEL SECURITY;




ALTER PUBLICATION "supabase_realtime" OWNER TO "postgres";


ALTER PUBLICATION "supabase_realtime" ADD TABLE ONLY "public"."notes";



GRANT USAGE ON SCHEMA "public" TO "postgres";
GRANT USAGE ON SCHEMA "public" TO "anon";
GRANT USAGE ON SCHEMA "public" TO "authenticated";
GRANT USAGE ON SCHEMA "public" TO "service_role";



GRANT ALL ON TABLE "public"."notes" TO "anon";
GRANT ALL ON TABLE "public"."notes" TO "authenticated";
GRANT ALL ON TABLE "public"."notes" TO "service_role";
GRANT SELECT ON TABLE "public"."notes" TO "app_reader";



GRANT ALL ON TABLE "public"."counted" TO "anon";
GRANT ALL ON TABLE "public"."counted" TO "authenticated";
GRANT ALL ON TABLE "public"."counted" TO "service_role";



GRANT ALL ON TABLE "public"."pairs" TO "anon";
GRANT ALL ON TABLE "public"."pairs" TO "authenticated";
GRANT ALL ON TABLE "public"."pairs" TO "service_role";



GRANT ALL ON TABLE "public"."profiles" TO "anon";
GRANT ALL ON TABLE "public"."profiles" TO "authenticated";
GRANT ALL ON TABLE "public"."profiles" TO "service_role";



GRANT ALL ON TABLE "public"."titles" TO "anon";
GRANT ALL ON TABLE "public"."titles" TO "authenticated";
GRANT ALL ON TABLE "public"."titles" TO "service_role";



ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES  TO "anon";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES  TO "authenticated";
ALTER DEFAULT PRIVILEGES FOR ROLE "postgres" IN SCHEMA "public" GRANT ALL ON TABLES  TO "service_role";






\unrestrict 5gzcJl9l9gfYoJlOgao1LG14DlXnupSPSNAxYc4csaR0yJTP0iyj1LGNQPgfiJL

RESET ALL;
