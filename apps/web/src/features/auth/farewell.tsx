import { forgetTexts } from '@app/content/ru/ui/forget'
import { useEffect, useState } from 'react'
import { tabStore } from '#web/lib/browser-storage.ts'
import { tabKeys } from '#web/lib/device/keys.ts'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'

const texts = forgetTexts.farewell

/** Has the fresh page that follows say that the account is gone. */
export function leaveFarewell(): void {
  tabStore.setItem(tabKeys.farewell, 'account_deleted')
}

/** The last word to whoever has deleted their account, once. */
export function Farewell() {
  const [isShown, setShown] = useState(() => tabStore.getItem(tabKeys.farewell) !== null)
  useEffect(() => tabStore.removeItem(tabKeys.farewell), [])
  if (!isShown) return null
  return (
    <Toast>
      {texts.text}
      <Button
        variant="link"
        size="sm"
        className="text-amber! hover:text-paper!"
        onClick={() => setShown(false)}
      >
        {texts.understood}
      </Button>
    </Toast>
  )
}
