/** Asks before signing out ends a recording, or stops files that are being sent. */
import { Stack, Text } from '@mantine/core'
import { runningUploads } from '../api/running-uploads.ts'
import type { useSignOut } from '../api/session.ts'
import { underWay } from '../record/under-way.ts'
import { words } from '../words/words.ts'
import { Confirm } from './confirm.tsx'

const { signingOut: said } = words.account

const sendsFiles = () => runningUploads.all().some(({ state }) => state !== 'failed')

export const isUnderWay = () => underWay.now().isUnsent || sendsFiles()

type Props = { signOut: ReturnType<typeof useSignOut>; onClose: () => void }

export function SignOutQuestion({ signOut, onClose }: Props) {
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={said.title}
      action={words.account.signOut}
      isPending={signOut.isPending}
      onConfirm={() => signOut.mutate(undefined, { onError: onClose })}
    >
      <Stack gap="xs">
        {underWay.now().isUnsent && <Text>{said.recording}</Text>}
        {sendsFiles() && <Text>{said.files}</Text>}
      </Stack>
    </Confirm>
  )
}
