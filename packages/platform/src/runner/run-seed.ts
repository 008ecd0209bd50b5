import type { Platform } from '../platform.ts'

/** Runs a script of SQL as hosted Supabase runs seeds: its extensions are found without naming their schema. */
export async function runSeed({ runScript }: Pick<Platform, 'runScript'>, script: string): Promise<void> {
  await runScript(`
    do $$ begin
      create extension if not exists pgcrypto with schema extensions;
    exception when feature_not_supported or insufficient_privilege or undefined_file then null;
    end $$;
    set search_path to "$user", public, extensions;
    ${script}
    ;
    reset search_path;`)
}
