declare const Deno: { env: { get: (name: string) => string | undefined } }

/** The project a function runs in, as its environment tells on hosted Supabase and on our own platform alike. */
export type Project = { url: string; publishableKey: string; secretKey: string }

/** Reads the project from the environment. Throws when a variable is missing that every function gets. */
export function currentProject(): Project {
  return {
    url: required('SUPABASE_URL'),
    publishableKey: newKey('SUPABASE_PUBLISHABLE_KEYS') ?? required('SUPABASE_ANON_KEY'),
    secretKey: newKey('SUPABASE_SECRET_KEYS') ?? required('SUPABASE_SERVICE_ROLE_KEY'),
  }
}

/** Keys of the newer kind come as a JSON object by name; projects that have only older ones leave it empty. */
function newKey(name: string): string | undefined {
  const keys = JSON.parse(Deno.env.get(name) || '{}') as Record<string, string>
  return keys.default ?? Object.values(keys)[0]
}

function required(name: string): string {
  const value = Deno.env.get(name)
  if (!value) throw new Error(`The function's environment lacks ${name}.`)
  return value
}
