/** What is kept of a recording. Zero-day retention deletes existing data, so it says what and asks. */
import { Button, Checkbox, List, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { type Settings, useChangeWorkspace } from '../../api/workspace.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { bytes } from '../../ui/format.ts'
import { noticeDone } from '../../ui/notices.ts'
import { adminWords } from '../../words/admin/words.ts'

const { settings: said } = adminWords

export function Retention({ settings, mediaBytes }: { settings: Settings; mediaBytes: number }) {
  const isZeroDay = settings.retention === 'zero_day'
  const [asks, ask] = useDisclosure(false)
  const change = useChangeWorkspace()
  return (
    <>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{isZeroDay ? said.zeroDay : said.standard}</Text>
        {isZeroDay ? (
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() => change.mutate({ retention: 'standard' }, { onSuccess: () => noticeDone(said.saved) })}
          >
            {said.toStandard}
          </Button>
        ) : (
          <Button variant="default" onClick={ask.open}>
            {said.toZeroDay}
          </Button>
        )}
      </Stack>
      {asks && <ZeroDay mediaBytes={mediaBytes} change={change} onClose={ask.close} />}
    </>
  )
}

type Props = { mediaBytes: number; change: ReturnType<typeof useChangeWorkspace>; onClose: () => void }

function ZeroDay({ mediaBytes, change, onClose }: Props) {
  const [isKnown, setKnown] = useState(false)
  const confirm = () =>
    change.mutate({ retention: 'zero_day' }, { onSuccess: () => noticeDone(said.saved), onSettled: onClose })
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.zeroDayTitle}
      action={said.zeroDayNow}
      isPending={change.isPending}
      isDisabled={!isKnown}
      onConfirm={confirm}
    >
      <Text>{said.goesForGood}</Text>
      <List my="sm">
        <List.Item>{said.goesTranscripts}</List.Item>
        <List.Item>{said.goesMedia(bytes(mediaBytes))}</List.Item>
      </List>
      <Text mb="md">{said.staysNotes}</Text>
      <Checkbox
        label={said.zeroDayKnown}
        checked={isKnown}
        onChange={(event) => setKnown(event.currentTarget.checked)}
      />
    </Confirm>
  )
}
