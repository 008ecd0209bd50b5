import type { AuthContext } from '../../auth/auth-context.ts'

/** Wallets people may sign in with; a message they sign is taken for `maximumValidity` seconds. */
export type Web3Settings = { ethereum: boolean; solana: boolean; maximumValidity: number }

export type Web3Context = AuthContext & { web3: Web3Settings }
