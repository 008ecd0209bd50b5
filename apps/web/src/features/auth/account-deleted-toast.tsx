import { forgetTexts } from '@app/content/ru/ui/forget'
import { useEffect, useState } from 'react'
import { takeFlash } from '#web/lib/device/flash-message.ts'
import { Button } from '#web/ui/button.tsx'
import { Toast } from '#web/ui/toast.tsx'

const texts = forgetTexts.farewell

/** Shows once that the account was deleted. */
export function AccountDeletedToast() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (takeFlash('account_deleted')) setShown(true)
  }, [])
  if (!isShown) return null
  return (
    <Toast at="foot">
      {texts.text}
      <Button
        variant="link"
        size="sm"
        className="text-amber! hover:text-on-night!"
        onClick={() => setShown(false)}
      >
        {texts.understood}
      </Button>
    </Toast>
  )
}
