/** Files that another app shares with the console. They are in memory until the uploads page takes them. */

let files: File[] = []

/** Nothing is sent before the person presses a button on that page. */
export async function takeShared(request: Request): Promise<Response> {
  const form = await request.formData()
  files = form.getAll('file').filter((field) => field instanceof File)
  return Response.redirect('/uploads?shared=yes', 303)
}

export function handOver(port: MessagePort): void {
  port.postMessage(files)
  forgetShared()
}

/** When a person signs out, so that the next one does not get them. */
export function forgetShared(): void {
  files = []
}
