CREATE TABLE `view_defaults` (
	`user_id` text NOT NULL,
	`screen` text NOT NULL,
	`view_id` text NOT NULL,
	CONSTRAINT `view_defaults_pk` PRIMARY KEY(`user_id`, `screen`),
	CONSTRAINT `fk_view_defaults_user_id_users_id_fk` FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON DELETE CASCADE
);
--> statement-breakpoint
CREATE TABLE `views` (
	`id` text PRIMARY KEY,
	`screen` text NOT NULL,
	`name` text NOT NULL,
	`shared` integer NOT NULL,
	`search` text NOT NULL,
	`columns` text,
	`density` text,
	`owner_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	CONSTRAINT `fk_views_owner_id_users_id_fk` FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON DELETE SET NULL
);
--> statement-breakpoint
CREATE INDEX `view_defaults_view` ON `view_defaults` (`view_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `views_name_unique` ON `views` (`owner_id`,`screen`,`name`);