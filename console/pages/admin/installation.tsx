/** What the operator set up: by settings of the environment, or commands. Nothing of it can be changed here. */
import { Anchor, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Installation as Found, installationQuery } from '../../api/installation.ts'
import { shortTime } from '../../ui/format.ts'
import { Loaded } from '../../ui/section.tsx'
import { Time } from '../../ui/time.tsx'
import { adminWords } from '../../words/admin/words.ts'
import { Engines } from './engines.tsx'
import { Missing } from './missing.tsx'
import { Models } from './models.tsx'
import { Setting } from './setting.tsx'
import { settingsOf } from './settings-of.ts'

const { installation: said } = adminWords

export function Installation() {
  const installation = useQuery(installationQuery)
  return (
    <Loaded of={installation}>
      {(found) => (
        <Stack gap={40} maw={640}>
          <Text size="sm" c="dimmed">
            {said.about}
          </Text>
          <SingleSignOn of={found.single_sign_on} />
          <Directory of={found.directory} />
          <Mail of={found.mail} />
          <Calendars of={found.calendars} />
          <Engines />
          <Models />
          <Storage of={found} />
        </Stack>
      )}
    </Loaded>
  )
}

function SingleSignOn({ of }: { of: Found['single_sign_on'] }) {
  const { singleSignOn } = said
  return (
    <Setting title={singleSignOn.title}>
      {of === null ? (
        <Missing settings={settingsOf.signIn}>{singleSignOn.missing}</Missing>
      ) : (
        <Facts
          rows={[
            [singleSignOn.issuer, of.issuer],
            [singleSignOn.name, of.name],
            [singleSignOn.newPeople, of.creates_people ? singleSignOn.created : singleSignOn.notCreated],
            [singleSignOn.addresses, singleSignOn.trust[of.email_trust]],
            [singleSignOn.groups, of.groups_claim ?? singleSignOn.noGroups],
            [singleSignOn.otherWays, of.only ? singleSignOn.none : singleSignOn.allowed],
          ]}
        />
      )}
    </Setting>
  )
}

function Directory({ of }: { of: Found['directory'] }) {
  const used = of?.last_used_at ? <Time at={of.last_used_at} as={shortTime} /> : said.never
  return (
    <Setting title={said.directory.title}>
      {of === null ? (
        <Text size="sm">
          {said.directory.missing}{' '}
          <Anchor inherit renderRoot={(props) => <Link to="/developer" search={{}} {...props} />}>
            {said.directory.makeKey}
          </Anchor>
        </Text>
      ) : (
        <Facts
          rows={[
            [said.directory.address, `${location.origin}/scim/v2`],
            [said.directory.keys, String(of.keys)],
            [said.directory.used, used],
          ]}
        />
      )}
    </Setting>
  )
}

function Mail({ of }: { of: Found['mail'] }) {
  return (
    <Setting id="mail" title={said.mail.title}>
      {of === null ? (
        <Missing settings={settingsOf.mail}>{said.mail.missing}</Missing>
      ) : (
        <Facts
          rows={[
            [said.mail.server, of.server],
            [said.mail.from, of.from],
          ]}
        />
      )}
    </Setting>
  )
}

function Calendars({ of }: { of: Found['calendars'] }) {
  return (
    <Setting id="calendars" title={said.calendars.title}>
      {of.length === 0 ? (
        <Missing settings={settingsOf.calendar}>{said.calendars.missing}</Missing>
      ) : (
        <Facts
          rows={of.map(({ provider, tenant }) => [
            said.calendars.providers[provider],
            tenant === null ? said.calendars.anyAccount : said.calendars.tenant(tenant),
          ])}
        />
      )}
    </Setting>
  )
}

function Storage({ of: { public_url, database, media, last_backup_at } }: { of: Found }) {
  const isOwn = database === 'embedded'
  const backup = last_backup_at ? <Time at={last_backup_at} as={shortTime} /> : said.storage.noBackup
  return (
    <Setting id="address" title={said.storage.title}>
      <Facts
        rows={[
          [said.storage.address, public_url ?? said.storage.noAddress],
          [said.storage.database, said.storage.databases[database]],
          [said.storage.media, said.storage.medias[media]],
          [said.storage.backup, isOwn ? backup : said.storage.unknown],
        ]}
      />
      {isOwn && !last_backup_at && <Missing settings={settingsOf.backup}>{said.storage.how}</Missing>}
    </Setting>
  )
}

function Facts({ rows }: { rows: [name: string, value: ReactNode][] }) {
  return (
    <Table layout="fixed" style={{ overflowWrap: 'anywhere' }}>
      <Table.Tbody>
        {rows.map(([name, value]) => (
          <Table.Tr key={name}>
            <Table.Th w="40%" scope="row" style={{ fontWeight: 'inherit' }} c="dimmed">
              {name}
            </Table.Th>
            <Table.Td>{value}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
