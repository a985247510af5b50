/** Whether attendees may send bots of the recorder into calls; only for services that have bots. */
import { Checkbox } from '@mantine/core'
import type { Kind } from '../../../api/recorder.ts'
import { adminWords } from '../../../words/admin/words.ts'
import { hasBots } from './draft.ts'

const { recorders: said } = adminWords

type Props = { kind: Kind; value: boolean; onChange: (value: boolean) => void }

export const SendsBotsField = ({ kind, value, onChange }: Props) =>
  hasBots(kind) ? (
    <Checkbox
      label={said.sendsBots}
      description={said.sendsBotsHint(said.kinds[kind])}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  ) : null
