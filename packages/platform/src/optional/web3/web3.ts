import type { OptionalSignIn } from '../../auth/optional-sign-in.ts'
import { originOf } from '../../auth/requests.ts'
import { requireWallets, signInWithWallet } from './sign-in-with-wallet.ts'
import type { Web3Settings } from './web3-settings.ts'

/** Returns signing in with a wallet, for a platform's `optionalSignIns` setting. */
export function web3(settings: Partial<Web3Settings> = {}): OptionalSignIn {
  const all = { ethereum: false, solana: false, maximumValidity: 600, ...settings }
  return {
    grants: {
      web3: async (context, params, request) => {
        requireWallets(all)
        return signInWithWallet(
          { ...context, web3: all },
          {
            chain: params.string('chain'),
            message: params.string('message'),
            signature: params.string('signature'),
            origin: originOf(request),
          },
        )
      },
    },
  }
}
