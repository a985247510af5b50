/** Programs over generated clients. Each asks for the caller and for notes by two filters, and prints what it got. */

const openapi_generator = `
import json, sys
folder, url, key = sys.argv[1:]
sys.path.insert(0, folder)
from openapi_client import *
from openapi_client.models import AppsDeveloperApiApiListNotesRequest as Request
from openapi_client.models import AppsDeveloperApiApiListNotesRequestFilters as Filters
from openapi_client.models import AppsDeveloperApiApiListNotesRequestFiltersEventAttendees as Attendees

client = ApiClient(Configuration(host=url, api_key={'X-API-KEY': key}))
me = WorkspaceApi(client).apps_developer_api_api_get_me()
request = Request(filters=Filters(title='weekly', event_attendees=Attendees(['ada@acme.test', 'bo@acme.test'])))
page = NotesApi(client).apps_developer_api_api_list_notes(apps_developer_api_api_list_notes_request=request)
# A required object that is null.
SigningInApi(client).apps_developer_api_api_get_sign_in()
print(json.dumps({'me': me.user.id, 'notes': [[note.id, note.title] for note in page.data]}))
`

const python_client = `
import json, sys
folder, url, key = sys.argv[1:]
from python_client.client import AuthenticatedClient
from python_client.api.notes import apps_developer_api_api_list_notes as list_notes
from python_client.api.signing_in import apps_developer_api_api_get_sign_in as get_sign_in
from python_client.api.workspace import apps_developer_api_api_get_me as get_me
from python_client.models import AppsDeveloperApiApiListNotesBodyType0 as Body
from python_client.models import AppsDeveloperApiApiListNotesBodyType0FiltersType0 as Filters

client = AuthenticatedClient(base_url=url, token=key, prefix='', auth_header_name='X-API-KEY')
me = get_me.sync(client=client)
filters = Filters(title='weekly', event_attendees=['ada@acme.test', 'bo@acme.test'])
page = list_notes.sync(client=client, body=Body(filters=filters))
get_sign_in.sync(client=client)
print(json.dumps({'me': me.user.id, 'notes': [[note.id, note.title] for note in page.data]}))
`

const typescript_fetch = `
import { Configuration, NotesApi, WorkspaceApi } from './typescript_fetch/index.js'
const [url, key] = process.argv.slice(2)
const configuration = new Configuration({ basePath: url, apiKey: key! })
const { user } = await new WorkspaceApi(configuration).appsDeveloperApiApiGetMe()
const filters = { title: 'weekly', eventAttendees: ['ada@acme.test', 'bo@acme.test'] }
const page = await new NotesApi(configuration).appsDeveloperApiApiListNotes({
  appsDeveloperApiApiListNotesRequest: { filters },
})
console.log(JSON.stringify({ me: user.id, notes: page.data.map(({ id, title }) => [id, title]) }))
`

const hey_api = `
import { appsDeveloperApiApiGetMe, appsDeveloperApiApiListNotes } from './hey_api/index.js'
import { client } from './hey_api/client.gen.js'
const [url, key] = process.argv.slice(2)
client.setConfig({ baseUrl: url, auth: ({ name }) => (name === 'X-API-KEY' ? key : undefined) })
const me = await appsDeveloperApiApiGetMe({ throwOnError: true })
const filters = { title: 'weekly', event_attendees: ['ada@acme.test', 'bo@acme.test'] }
const page = await appsDeveloperApiApiListNotes({ body: { filters }, throwOnError: true })
console.log(JSON.stringify({ me: me.data.user.id, notes: page.data.data.map(({ id, title }) => [id, title]) }))
`

const orval = `
import { appsDeveloperApiApiGetMe, appsDeveloperApiApiListNotes } from './orval/index.js'
const headers = { 'X-API-KEY': process.argv[3]! }
const me = await appsDeveloperApiApiGetMe({ headers })
const filters = { title: 'weekly', event_attendees: ['ada@acme.test', 'bo@acme.test'] }
const page = await appsDeveloperApiApiListNotes({ filters }, { headers })
if (me.status !== 200 || page.status !== 200) throw new Error('not 200')
console.log(JSON.stringify({ me: me.data.user.id, notes: page.data.data.map(({ id, title }) => [id, title]) }))
`

export const programs = { openapi_generator, python_client, typescript_fetch, hey_api, orval }
