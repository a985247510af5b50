/** Creates a sign-in link for a person on request. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { SignInLink } from '../../api/invitation.ts'
import { type User, useSignInLink } from '../../api/people.ts'
import { methodsQuery } from '../../api/queries.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { dayAndHour } from '../../ui/format.ts'
import { Copyable } from '../../ui/secret.tsx'
import { Refusal } from '../../ui/section.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { words } from '../../words/words.ts'

const { people: said } = adminWords

export function NewLink({ person, isOpen, onClose }: { person: User; isOpen: boolean; onClose: () => void }) {
  const make = useSignInLink()
  const close = () => {
    make.reset()
    onClose()
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      title={said.linkFor(person.full_name)}
      isFirm={make.isPending || Boolean(make.data)}
    >
      <MakeLink person={person} make={make} onDone={close} />
    </Dialog>
  )
}

type Making = { person: User; make: ReturnType<typeof useSignInLink>; onDone: () => void; isNew?: boolean }

/** @param isNew  takes the focus, because it has replaced the focused element */
export function MakeLink({ person, make, onDone, isNew }: Making) {
  if (make.data) {
    return (
      <Stack>
        <LinkToCopy link={make.data} />
        <Button onClick={onDone}>{words.done}</Button>
      </Stack>
    )
  }
  return (
    <Stack>
      <Text size="sm">{person.last_seen_at ? said.linkWhat : said.invitationWhat}</Text>
      <Refusal error={make.error} />
      <Group justify="flex-end">
        <Button loading={make.isPending} onClick={() => make.mutate(person)} autoFocus={isNew}>
          {said.makeLink}
        </Button>
      </Group>
    </Stack>
  )
}

function LinkToCopy({ link: { url, expires_at } }: { link: SignInLink }) {
  return (
    <>
      <Alert color="yellow" variant="light" role="status">
        {said.linkOnce(dayAndHour(expires_at))}
      </Alert>
      <Copyable label={said.link} text={url} isNew />
      <OtherWays />
    </>
  )
}

/** Names the lasting ways to sign in, because a link is short-lived. */
export function OtherWays() {
  const { data: methods } = useQuery(methodsQuery)
  const address = `${location.origin}/sign-in`
  if (!methods?.oidc && !methods?.email) return null
  return (
    <Text size="sm" c="dimmed">
      {methods.oidc ? said.orOidc(methods.oidc.name, address) : said.orEmail(address)}
    </Text>
  )
}
