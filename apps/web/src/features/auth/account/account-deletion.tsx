import { accountTexts } from '@app/content/ru/ui/account'
import { useConfig } from '#web/lib/config.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { AccountPart } from './account-section.tsx'

const texts = accountTexts.deletion

/** How to have the account deleted: by a letter from its own address. */
export function AccountDeletion() {
  const { owner } = useConfig()
  return (
    <AccountPart title={texts.title} text={texts.text}>
      <a
        href={`mailto:${owner.email}?subject=${encodeURIComponent(texts.subject)}`}
        className={buttonStyle({ variant: 'outline', size: 'sm' })}
      >
        {texts.write(owner.email)}
      </a>
    </AccountPart>
  )
}
