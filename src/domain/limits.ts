/** Every number of section 9 of the specifications, with the unit in the name (M-20, M-21). */
export const kanbanTimerMs = 60_000;
export const acceptedRefreshMs = 30_000;
export const deliverRefreshMs = 60_000;
export const storeListRefreshMs = 20_000;
export const statusAutoSaveMs = 1_000;
export const eventRefetchMs = 1_500;
export const newOrderToastMs = 10_000;
export const confirmationToastMs = 5_000;
export const defaultToastMs = 3_000;
export const messageToastMs = 20_000;
export const undoMs = 5_000;
/** What has just appeared, changed or moved takes no taps: the finger was on its way to something else. */
export const settleMs = 600;
export const storeSessionMs = 15 * 60_000;
export const soundRepeatMs = 10_000;
/**
 * An unacknowledged order that no device has sounded: after the first delay the members get a push, after the second
 * the owner.
 */
export const unseenPushMs = 15_000;
export const unseenOwnerMs = 60_000;
/** How often an admin's board asks for sales to review. */
export const saleReviewsRefreshMs = 3 * 60_000;
export const receiptsMax = 200;
/**
 * How long an order that was taken offline waits on its device, and how far back its prices may lie (N-15).
 */
export const longestAwayMs = 72 * 3_600_000;
export const autoCloseCountdownMs = 20_000;
export const autoCloseAdditionsMinutes = [15, 60] as const;
/** People are asked about closing this long before the end of the opening hours (N-06). */
export const autoCloseNoticeMs = 15 * 60_000;
/** How long the app sends waiting commands before a logout or on leaving a store (offline engine, Life cycle). */
export const flushBeforeLeavingMs = 5_000;
/** «Por 30 min»: the length of a short pause of a service (B5). */
export const shortPauseMinutes = 30;
/** How often the server checks for stores to close and for services to resume. */
export const autoCloseLookMs = 30_000;
/** Without a touch, until the screensaver begins (O-07). */
export const screensaverMs = 300_000;
/** How often a window looks whether it still has the session (F-32). */
export const sessionCheckMs = 1_000;
export const installPromptMs = 60_000;
export const promptRetryMs = 5_000;
export const promptCookieSeconds = 10 * 24 * 60 * 60;
export const scrollResetMs = 300;
export const scrollAnimationMs = 150;
export const scrollOffsetPx = -160;

export const delayStepMinutes = 5;
export const delayMinimumMinutes = 0;
/** The maximum delay of a store. Instead of a longer one, the store closes. */
export const storeDelayMaximumMinutes = 240;
export const deliveryWindowMinutes = { from: 10, to: 35 } as const;

export const dragWidthPx = 768;
/** The screensaver comes on screens of this width and more (O-07). */
export const screensaverWidthPx = 768;
/** The first guide opens by itself on screens wider than this (O-05). */
export const guideWidthPx = 991;
/** The side of a product's picture on its card (C-19). */
export const itemImagePx = 85;
export const staticMapPx = { width: 600, height: 500 } as const;
export const avatarPx = { xs: 28, sm: 36, lg: 56, default: 200 } as const;

/** A typed amount of money, with its separators. */
export const amountMaxChars = 16;
export const clarificationMaxChars = 100;
export const commentsMaxChars = 100;
export const descriptionMaxChars = 100;
export const addressLine2MaxChars = 20;
export const promoCodeChars = { min: 3, max: 20 } as const;
export const passwordChars = { min: 8, max: 16 } as const;
export const otpChars = 4;
/** People at one table. */
export const groupPeopleMax = 200;
/** How long a payment in progress waits for the person who pays. */
export const payingMs = 15 * 60_000;
export const cardInstallmentsMax = 60;
export const cardTokenMaxChars = 200;
/** How often the paying screen reads the payment again. */
export const payingLookMs = 5_000;
/** How long a lost answer is asked for that shows a QR to pay with. A card's is asked for `payingMs`. */
export const payingStartMs = 30_000;
/** How long the paying screen offers to charge a refused payment again, before it goes back. */
export const payAgainMs = 10_000;
export const orderLinesMax = 200;
export const orderPaymentsMax = 20;
export const lineQuantityMax = 999;
export const bulkOrdersMax = 200;
/** Stores in a customer's list. */
export const nearStoresMax = 50;
/** Orders of one customer in one store that have not ended. */
export const customerOrdersMax = 5;
export const ticketMessageMaxChars = 1_000;
export const ticketsListedMax = 100;
/** A payout's code is hidden again after this time (H4). */
export const payoutCodeShownMs = 30_000;
/** What the partner panel may send: sections and products in one call, groups of a product, and the like. */
export const catalogChangesMax = 100;
export const itemGroupsMax = 50;
export const itemDescriptionMaxChars = 1_000;
export const pictureAddressMaxChars = 500;
export const codeMaxChars = 30;
export const discountTargetMax = 500;
export const floorMapMaxBytes = 200_000;
/** Five hundred tables of three shapes, and a room around them. */
export const floorMapNodesMax = 2_000;
/** The side of a floor map's canvas (G-14). */
export const floorMapSide = 800;
/** How far from the corner of the canvas a shape may be, in canvas units, either way. */
export const floorMapReach = 10_000;
export const floorMapPointsMax = 200;
export const floorMapTextMaxChars = 100;
/** How often an open register is read again. */
export const cashboxRefreshMs = 600_000;
/** A device reports the numbers of its commands every half minute in which something changed. */
export const outboxReportMs = 30_000;
export const cashboxTextMaxChars = 500;
export const flowDescriptionMaxChars = 255;
/** Rows of the register's ledger in one answer. */
export const moneyEntriesMax = 200;

/** Orders of a past day in one answer, and rows of each of its registers. */
export const pastOrdersMax = 3_000;
export const pastEntriesMax = 10_000;

/** How many hours the partner panel may let a register be open before it warns. */
export const cashboxHoursMax = 168;
/** Print point name (P-18). */
export const printPointNameChars = { min: 3, max: 150 } as const;
/** Name of a printer, as an operating system knows it. */
export const printerNameMaxChars = 200;
/** Printers of one print point. */
export const printersMax = 40;
/** How long a job waits for its print point (N-47). */
export const printJobLifeMs = 600_000;
/** The computer that prints a job renews its lease every 10 s. */
export const printJobLeaseMs = 30_000;
/** Longer after the end of its lease, whoever was sending is taken for gone. */
export const printJobSilenceMs = 30_000;
/** Longer after its bytes were about to leave, a slip without a report is unknown. */
export const slipSilenceMs = 60_000;
/** An accepted order without a comanda is shown as unprinted after this long, where a computer prints comandas by itself. */
export const comandaLateMs = 60_000;
/** Automatic printing waits, so that an undone change prints nothing (P-34). */
export const automaticPrintMs = 1_500;
/** Older orders do not print by themselves (N-34). */
export const automaticPrintMaxAgeMs = 43_200_000;
/** A computer that prints looks for QZ Tray, and for jobs that it did not hear of, so often. */
export const printServiceRetryMs = 30_000;
/** How long a page says that QZ Tray is down (P-44). */
export const printServiceNoticeMs = 10_000;
/** How often a board asks which orders are not on paper, besides their events. */
export const unprintedRefreshMs = 60_000;
/** Characters in a row of a receipt of 80 mm (P-36). */
export const receiptColumns = 48;
/** Entries of each history of automatic printing (P-35). */
export const printHistoryMax = 1_000;
/** The largest call that is signed (docs/threats.md T1). */
export const qzRequestBytes = 65_536;
/** How wrong the clock of a computer that prints may be. */
export const qzClockDriftMs = 60_000;
/** Signatures of one person in one store. */
export const signaturesPerMinute = 120;
/** Of an invoice's form. */
export const customerNameMaxChars = 150;
export const idNumberMaxChars = 20;
/** Below this total a final consumer of Argentina stays unidentified, in pesos (RG 5700/2025). */
export const arIdentifyFrom = 10_000_000;
/** The same in Paraguay, in guaraníes. */
export const pyIdentifyFrom = 60_000_000;
/** How long the answer to a new invoice waits for the authority, before it is 202. */
export const fiscalAnswerMs = 8_000;
/** Of a certificate or a private key: one of 4,096 bits has about 3,300. */
export const fiscalPemMaxChars = 10_000;
/** How often an invoice without an answer is read again. */
export const billingLookMs = 2_000;

/** Guests at a table (docs/decisions/045-guests.md): requests of one table that wait at once. */
export const guestRequestsMax = 3;
/** A request that nobody has answered ends after this long. */
export const guestRequestMs = 30 * 60_000;
/** A scan of the table's code is good for this long. */
export const guestVisitMs = 4 * 3_600_000;
/** Units of one order of a guest, unless the store says otherwise, and the most that it can say. */
export const guestUnits = { usual: 20, most: 200 } as const;
/** The note of a guest's order becomes its comments, which have as much room. */
export const guestNoteMaxChars = 100;
export const guestReasonMaxChars = 100;
/** How long the staff's list shows a request that has ended. */
export const guestEndedShownMs = 3_600_000;
/** How often a guest's device asks how the visit stands: while something waits, and otherwise. */
export const guestWaitingRefreshMs = 5_000;
export const guestIdleRefreshMs = 20_000;
