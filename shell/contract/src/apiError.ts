import * as z from 'zod/mini'

const Problem = z.object({
  detail: z.string(),
  /** What a page does about it depends on more than the status. */
  code: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.string())),
})

/** A call that did not succeed; the message is `status: body`, or the status text when the body is empty. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  /** What is wrong, by the name of the field. */
  readonly fields: Record<string, string>
  /** Names the refusal, where problem details did. */
  readonly code: string | undefined

  constructor(
    status: number,
    body: string,
    statusText = '',
    fields: Record<string, string> = {},
    code?: string,
  ) {
    super(`${status}: ${body || statusText}`)
    this.status = status
    this.fields = fields
    this.code = code
  }
}

const noAnswer = {
  timeout: 'The server did not answer in time. What you entered is kept; please try again.',
  // empty, so that the documented text of the failed action is shown instead of the browser's own words
  unreachable: '',
}

/** There was no answer, or none within half a minute; whether the server did what was asked is not known. */
export class NoAnswerError extends Error {
  override name = 'NoAnswerError'
  constructor(reason: keyof typeof noAnswer, options?: ErrorOptions) {
    super(noAnswer[reason], options)
  }
}

/** Problem details (RFC 9457) say in `detail` what a plain answer says as its whole text. */
export function toApiError(
  answer: Pick<Response, 'status' | 'statusText' | 'headers'>,
  body: string,
): ApiError {
  const { status, statusText } = answer
  const type = answer.headers.get('content-type') ?? ''
  // the page of a proxy is no message for a person
  if (!type.startsWith('application/problem+json'))
    return new ApiError(status, type.startsWith('text/html') ? '' : body, statusText)
  const { detail, errors, code } = Problem.parse(JSON.parse(body))
  return new ApiError(status, detail, statusText, errors, code)
}

/** What is not there is null, so that a page can say so in its own words; any other failure stays one. */
export const orNull = async <T>(answer: Promise<T>): Promise<T | null> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
