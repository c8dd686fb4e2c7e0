import { format, parseISO } from 'date-fns';
import { es } from 'date-fns/locale/es';

/** 'YYYY-MM-DD' -> 'sábado 21 de noviembre' (F-05). */
export const dateLabel = (date: string): string => format(parseISO(date), "EEEE d 'de' MMMM", { locale: es });

/** 'YYYY-MM-DD' -> 'Viernes 5 de junio', for a list of days (K-39). */
export function dayOptionLabel(date: string): string {
  const words = dateLabel(date);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
