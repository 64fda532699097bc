/** Text without space around it; null when nothing is left. @example textOrNull('  ') // null */
export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null
