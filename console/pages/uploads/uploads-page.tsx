/** Stub. */
export function UploadsPage(_: { by: string }) {
  return <h1>UploadsPage</h1>
}
