CREATE TABLE `mails` (
	`id` text PRIMARY KEY,
	`recipient` text NOT NULL,
	`sealed` text NOT NULL,
	`created_at` integer NOT NULL,
	`run_at` integer NOT NULL,
	`tries` integer NOT NULL,
	`claim` text,
	`lease_until` integer,
	`failing_since` integer,
	`refused_at` integer
);
--> statement-breakpoint
CREATE INDEX `mails_waiting` ON `mails` (`refused_at`,`run_at`);