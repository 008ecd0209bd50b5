/**
 * Splits a script of several SQL statements, because both drivers take one statement at a time once
 * it may have parameters. Semicolons inside quotes, dollar quotes and comments do not end a
 * statement.
 */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const [token] of script.matchAll(tokens)) {
    if (token === ';') {
      statements.push(current)
      current = ''
    } else {
      current += token
    }
  }
  statements.push(current)
  return statements.map((statement) => statement.trim()).filter((statement) => !isOnlyComments(statement))
}

const comment = String.raw`--[^\n]*|\/\*[\s\S]*?\*\/`
const tokens = new RegExp(
  [comment, "'(?:[^']|'')*'", '"[^"]*"', String.raw`\$(\w*)\$[\s\S]*?\$\1\$`, ';', `[^;'"$/-]+`, '[^;]'].join(
    '|',
  ),
  'g',
)

function isOnlyComments(statement: string): boolean {
  return statement.replace(new RegExp(comment, 'g'), '').trim() === ''
}
