/** The address that a service sends its events to, with instructions to register it there. */
import { Button, Stack, Text } from '@mantine/core'
import type { Recorder } from '../../../api/recorders.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Copyable } from '../../../ui/secret.tsx'
import { adminWords } from '../../../words/admin/words.ts'
import { words } from '../../../words/words.ts'
import { registerAtBigBlueButton, registerAtVexa } from './commands.ts'

const { recorders: said } = adminWords

type Props = { recorder: Recorder; onClose: () => void }

export function ShowAddress({ recorder, onClose }: Props) {
  return (
    <Dialog isOpen onClose={onClose} title={said.addressFor(said.kinds[recorder.kind])} size="lg">
      <Address recorder={recorder} onClose={onClose} />
    </Dialog>
  )
}

export function Address({ recorder: { kind, takes, url, base_url }, onClose }: Props) {
  return (
    <Stack>
      <Text size="sm">{said.next[kind]}</Text>
      <Copyable label={said.address} text={url} isNew />
      {kind === 'vexa' && <Copyable label={said.vexaCommand} text={registerAtVexa(base_url!, url)} />}
      {kind === 'bigbluebutton' && <Copyable label={said.bbbCommand} text={registerAtBigBlueButton(base_url!, url)} />}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {said.takesHints[kind][takes]} {said.allSteps}
      </Text>
      <Button onClick={onClose}>{words.done}</Button>
    </Stack>
  )
}
