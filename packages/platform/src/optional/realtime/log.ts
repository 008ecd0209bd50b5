export type Log = { warn: (details: object, message: string) => void }
