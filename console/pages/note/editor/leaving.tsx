/** Asks before unsaved text is discarded. */
import { useEffect } from 'react'
import { Confirm } from '../../../ui/confirm.tsx'
import { loadWindow } from '../../../ui/dialog.tsx'
import { words } from '../../../words/words.ts'

const { leaving: said } = words.note

type Props = { isAsked: boolean; stay: () => void; leave: () => void }

export function Leaving({ isAsked, stay, leave }: Props) {
  // Loaded in advance, because it must open without a connection too.
  useEffect(() => void loadWindow(), [])
  return (
    <Confirm isOpen={isAsked} onClose={stay} title={said.title} action={said.leave} onConfirm={leave}>
      {said.why}
    </Confirm>
  )
}
