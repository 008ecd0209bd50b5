import { Button } from '#web/ui/button.tsx'

type ConfirmRemovalProps = {
  texts: { keep: string; confirmRemove: string }
  isRemoving: boolean
  onKeep: () => void
  onRemove: () => void
}

/** The confirmation of removing a sign-in method. */
export function ConfirmRemoval({ texts, isRemoving, onKeep, onRemove }: ConfirmRemovalProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button variant="outline" size="sm" disabled={isRemoving} onClick={onKeep}>
        {texts.keep}
      </Button>
      <Button variant="destructive" size="sm" busy={isRemoving} onClick={onRemove}>
        {texts.confirmRemove}
      </Button>
    </div>
  )
}
