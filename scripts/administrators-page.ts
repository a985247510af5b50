/** The page for administrators who install the extension by policy. *Pure.* */

export type Page = { version: string; service: string | null; id: string | null }

/** Policies of Chrome and Edge (chromeenterprise.google/policies). */
export function administratorsPage({ version, service, id }: Page): string {
  const its = id ?? 'ID-OF-THE-EXTENSION'
  const policies = {
    ExtensionSettings: {
      [its]: {
        installation_mode: 'force_installed',
        update_url: service ? `${service.replace(/\/$/, '')}/extension/updates.xml` : 'https://ADDRESS/updates.xml',
        toolbar_pin: 'force_pinned',
      },
    },
    AudioCaptureAllowedUrls: [`chrome-extension://${its}/`],
  }
  const updates = `<?xml version="1.0" encoding="UTF-8"?>
<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">
  <app appid="${its}">
    <updatecheck codebase="https://ADDRESS/minutebook-extension.crx" version="${version}"/>
  </app>
</gupdate>`
  const noId =
    '<p>Build with <code>--key FILE</code> to have the id here; from a store it is the one that the store shows.</p>'
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>The Minutebook extension, ${escaped(version)}: for administrators</title>
<style>body { max-width: 46rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; color-scheme: light dark } pre { overflow: auto; padding: 1rem; border: 1px solid }</style>
<h1>Install the Minutebook extension by policy</h1>
<p>Version ${escaped(version)}${service ? `, built for ${escaped(service)}` : ''}${id ? `, with the id <code>${id}</code>` : ''}.</p>
${id ? '' : noId}
<ol>
<li>Pack the folder: <code>chromium --pack-extension=unpacked --pack-extension-key=FILE</code>, and put the
<code>.crx</code> and this <code>updates.xml</code> on a server of yours. From a store this is not needed.
<pre>${escaped(updates)}</pre></li>
<li>Set these policies. The second lets it use the microphone without a question.
<pre>${escaped(JSON.stringify(policies, null, 2))}</pre>
On Linux they are a file in <code>/etc/opt/chrome/policies/managed/</code> or <code>/etc/chromium/policies/managed/</code>;
on Windows and macOS they are set by group policy or a profile.</li>
<li>Each person connects it once: its first page asks them to allow it on the page of the service.</li>
</ol>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign]!)
