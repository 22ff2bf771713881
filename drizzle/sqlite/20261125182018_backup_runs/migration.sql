CREATE TABLE `backup_runs` (
	`due` integer PRIMARY KEY,
	`claim` text NOT NULL,
	`lease_until` integer NOT NULL,
	`started_at` integer NOT NULL,
	`finished_at` integer,
	`place` text,
	`bytes` integer,
	`failure` text
);
